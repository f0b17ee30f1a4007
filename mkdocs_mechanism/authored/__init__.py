"""An author's SVG -> a drawing that is safe to inline, bound to the targets of a document."""
