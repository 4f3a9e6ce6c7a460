"""SciPy's side: reads a line, does or measures what it says, answers with a line of numbers.

Times are taken in here, in nanoseconds, so that neither the process nor the pipe counts. The clock is the thread's own,
which stands still while another program has the processor; with several threads it is the one on the wall.
"""

import sys
from itertools import cycle, islice
from time import perf_counter_ns, thread_time_ns

import numpy
import scipy
from scipy.interpolate import RBFInterpolator

MEASUREMENT = int(sys.argv[1])
clock = thread_time_ns if sys.argv[2] == "one thread" else perf_counter_ns


def fit(points):
    """The cardinal basis: the value at example i is the i-th unit vector."""
    return RBFInterpolator(points, numpy.eye(len(points)), kernel="thin_plate_spline", degree=1)


def per_call(work, arguments):
    """By as many calls as fill the time of a measurement."""
    calls = 1
    while True:
        batch = list(islice(cycle(arguments), calls))
        start = clock()
        for argument in batch:
            work(argument)
        nanos = clock() - start
        if nanos >= MEASUREMENT:
            return nanos / calls
        calls *= 2


print("SciPy", scipy.__version__, "with NumPy", numpy.__version__, flush=True)
for line in sys.stdin:
    word, *rest = line.split()
    match word:
        case "points":
            points = numpy.array(rest[1:], dtype=float).reshape(-1, int(rest[0]))
            interpolator = fit(points)
            answer = []
        case "queries":
            queries = numpy.array(rest, dtype=float).reshape(-1, points.shape[1])
            answer = []
        case "weights":
            answer = interpolator(queries[: int(rest[0])]).ravel()
        case "solve":
            answer = [per_call(fit, [points])]
        case "query":
            answer = [per_call(interpolator, [point[None] for point in queries[:1024]])]
        case "batch":
            answer = [per_call(interpolator, [queries]) / len(queries)]
    print(*answer, flush=True)
