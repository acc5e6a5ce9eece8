"""The photo studio of the demo shop, in Blender."""
