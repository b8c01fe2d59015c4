//! Measures Carnelian and its peers side by side.
