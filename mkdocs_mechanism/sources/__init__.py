"""What a figure rests on: the rule for paths, digests, verification, pinning and how much a finding weighs."""
