"""What a drawing may hold, by name: elements and attributes of SVG."""

# ruff: noqa: SIM905 - a hundred names are read more easily as words than as a list of strings

from __future__ import annotations

import re
from typing import Final

from . import values

ELEMENTS: Final = frozenset(
    """svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath image switch
    a linearGradient radialGradient stop pattern clipPath mask marker filter feBlend feColorMatrix feComponentTransfer
    feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB
    feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight
    feTile feTurbulence animate animateTransform animateMotion mpath set style""".split()
)
TEXT_ONLY: Final = frozenset({"title", "desc"})
TIMING: Final = frozenset({"animate", "animateTransform", "animateMotion", "set"})
LINKED: Final = frozenset(
    "use textPath mpath a image linearGradient radialGradient pattern filter".split()  # what may carry an href
)
GEOMETRY: Final = frozenset(
    """x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy width height viewBox preserveAspectRatio points d pathLength offset
    rotate textLength lengthAdjust startOffset method spacing side refX refY markerWidth markerHeight markerUnits orient
    gradientUnits spreadMethod patternUnits patternContentUnits clipPathUnits maskUnits maskContentUnits filterUnits
    primitiveUnits in in2 result type mode operator k1 k2 k3 k4 values order kernelMatrix divisor bias targetX targetY
    edgeMode preserveAlpha surfaceScale diffuseConstant specularConstant specularExponent scale xChannelSelector
    yChannelSelector azimuth elevation stdDeviation tableValues slope intercept amplitude exponent radius
    pointsAtX pointsAtY pointsAtZ z limitingConeAngle baseFrequency numOctaves seed stitchTiles""".split()
)
SMIL: Final = frozenset(
    """attributeName begin dur end repeatCount repeatDur fill from to by values calcMode keyTimes keySplines additive
    accumulate min max restart path keyPoints rotate type""".split()
)
MOVED: Final = frozenset(
    """x y x1 y1 x2 y2 cx cy r rx ry fx fy dx dy width height d points offset startOffset transform gradientTransform
    patternTransform refX refY stdDeviation viewBox""".split()
)
"""What SMIL may set: geometry. Paint is refused, since Firefox does not run it under a strict policy."""
PRESENTATION: Final = values.ATTRIBUTES | {
    *("gradientTransform", "patternTransform", "text-orientation", "transform", "transform-origin"),
}
NOISE: Final = frozenset(
    """version baseProfile enable-background content requiredFeatures zoomAndPan contentScriptType contentStyleType
    aria-roledescription""".split()
)
"""Left by editors, without effect: removed silently."""
NOISE_SPACES: Final = (
    "http://www.inkscape.org/", "http://sodipodi.sourceforge.net/", "http://www.bohemiancoding.com/sketch",
    "http://www.figma.com/", "http://ns.adobe.com/", "http://www.serif.com/", "http://schemas.microsoft.com/visio/",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "http://creativecommons.org/ns#", "http://web.resource.org/cc/",
    "http://purl.org/dc/", "http://boxy-svg.com",
)  # fmt: skip
PLAIN: Final = re.compile(r"[-+0-9A-Za-z.,;:%#\s()_]*\Z")
"""Letters, digits and signs of geometry and time: neither a quote nor a slash, so neither markup nor an address."""
NOT_A_NUMBER: Final = re.compile(r"nan|infinity|(?<![0-9.])[0-9]{8}|e\+?[0-9]{1,3}(?![0-9a-z])", re.IGNORECASE)
