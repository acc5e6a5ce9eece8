"""The products, department by department; importing a module registers its products."""
from importlib import import_module

DEPARTMENTS = (
    'table',
    'serving',
    'kitchen',
    'lighting',
    'living',
    'candles',
    'walls',
    'textiles',
    'desk',
    'bath',
    'plants',
    'furniture',
)


def load_all():
    for department in DEPARTMENTS:
        import_module(f'goods.{department}')
