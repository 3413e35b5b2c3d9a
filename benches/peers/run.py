#!/usr/bin/env python3
"""The same hanging chains of rods on ball joints by cdl and by others, side by side in one run.

    python -m venv peers && peers/bin/pip install numpy mujoco pin exudyn
    cargo build --release
    peers/bin/python benches/peers/run.py --cdl target/release/cdl

writes docs/peers.svg, and its table into docs/performance.md between two marks. What is not installed is left out, with a word.
Times are the fastest of several attempts of one thread. An evaluation is of all accelerations once; a step of rk4 takes four, a step of
an implicit method one or more iterations, so the last column alone compares methods: processor time for a step of 1 ms.
"""

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[threads] = "1"

ROOT = Path(__file__).resolve().parents[2]
BEGIN, END = "<!-- peers: written by benches/peers/run.py -->", "<!-- end of peers -->"
ACROSS, ABOUT = 1 / 12, 1e-2
STEPS = 50
TRIES = 5

MODEL = """
component Rod {
  pub body rod { mass = 1 kg; centre_of_mass = [0, 0, -0.5] m; inertia = diag(1 / 12, 1 / 12, 1e-2) kg.m^2 }
  pub frame tip on rod at [0, 0, -1] m
}
model Chain(count: Int = 10) {
  for i in 0..count {
    part link[i] = Rod()
    if i == 0 {
      joint pin: spherical from world to link[i].rod { start = { attitude = rotation(y, 30 deg) } }
    } else {
      joint pin: spherical from link[i - 1].tip to link[i].rod
    }
  }
  record link[count - 1].rod.position as last
}
experiment transfer = Chain() {
  simulate 0.05 s with rk4(step = 1 ms), dynamics = transfer_matrix, every 0.05 s
}
experiment articulated = Chain() { simulate 0.05 s with rk4(step = 1 ms), every 0.05 s }
experiment constrained = Chain() {
  simulate 0.05 s with energy_momentum(step = 1 ms), every 0.05 s
}
"""


class Found:
    """Seconds for an evaluation and for a step of 1 ms, and where the last rod's end is after 50 ms, m, where that is known."""

    def __init__(self, evaluation=None, step=None, place=None, remark=""):
        self.evaluation, self.step, self.place, self.remark = evaluation, step, place, remark


def fastest(work, tries=TRIES, at_least=0.02):
    """Of one call, by so many attempts of calls that take `at_least` seconds together."""
    began = time.perf_counter()
    work()
    once = max(time.perf_counter() - began, 1e-7)
    calls = max(1, math.ceil(at_least / once))
    best = once
    for _ in range(tries):
        began = time.perf_counter()
        for _ in range(calls):
            work()
        best = min(best, (time.perf_counter() - began) / calls)
    return best


def with_cdl(binary, experiment):
    def measure(count):
        best = None
        with tempfile.TemporaryDirectory() as folder:
            model = Path(folder) / "chain.cdl"
            model.write_text(MODEL)
            for _ in range(TRIES):
                command = [binary, "run", str(model), "-e", experiment, "--set", f"count={count}"]
                subprocess.run(command + ["-o", f"{folder}/out", "-q"], check=True)
                summary = json.loads((Path(folder) / "out/summary.json").read_text())
                seconds = summary["wall"]["solver"]
                counts = summary["counts"]
                if best is None or seconds < best[0]:
                    best = (seconds, counts["evaluations"] if "evaluations" in counts else counts["iterations"])
            rows = (Path(folder) / "out/results.csv").read_text().splitlines()
            heads = [head.split(" ")[0] for head in rows[0].split(",")]
            place = [float(rows[-1].split(",")[heads.index(f"last.{axis}")]) for axis in "xyz"]
        seconds, evaluations = best
        return Found(seconds / evaluations, seconds / STEPS, place)

    return measure


def with_mujoco():
    import mujoco
    import numpy

    def measure(count):
        rod = (
            '<body pos="0 0 {}"{}><joint type="ball"/><inertial pos="0 0 -0.5" mass="1" diaginertia="{} {} {}"/>'
        )
        half = math.radians(15)
        turned = f' quat="{math.cos(half)} 0 {math.sin(half)} 0"'
        bodies = "".join(
            rod.format(0 if i == 0 else -1, turned if i == 0 else "", ACROSS, ACROSS, ABOUT) for i in range(count)
        )
        text = (
            '<mujoco><option timestep="0.001" integrator="RK4" gravity="0 0 -9.81"><flag contact="disable"/></option>'
            f'<size memory="2G"/><worldbody>{bodies}{"</body>" * count}</worldbody></mujoco>'
        )
        model = mujoco.MjModel.from_xml_string(text)
        data = mujoco.MjData(model)
        evaluation = fastest(lambda: mujoco.mj_forward(model, data))
        mujoco.mj_resetData(model, data)
        for _ in range(STEPS):
            mujoco.mj_step(model, data)
        mujoco.mj_forward(model, data)
        place = list(numpy.array(data.xpos[-1]))
        return Found(evaluation, fastest(lambda: mujoco.mj_step(model, data)), place)

    return measure


def with_pinocchio():
    import numpy
    import pinocchio

    def measure(count):
        if count > 200:
            return Found(remark="left out: its data are dense and run out of memory from a few hundred ball joints on")
        model = pinocchio.Model()
        model.gravity.linear = numpy.array([0, 0, -9.81])
        parent = 0
        inertia = pinocchio.Inertia(1.0, numpy.array([0, 0, -0.5]), numpy.diag([ACROSS, ACROSS, ABOUT]))
        for index in range(count):
            placement = pinocchio.SE3.Identity()
            placement.translation = numpy.array([0, 0, 0.0 if index == 0 else -1.0])
            parent = model.addJoint(parent, pinocchio.JointModelSpherical(), placement, f"ball{index}")
            model.appendBodyToJoint(parent, inertia, pinocchio.SE3.Identity())
        data = model.createData()
        random = numpy.random.default_rng(2)
        place = pinocchio.integrate(model, pinocchio.neutral(model), 0.3 * random.normal(size=model.nv))
        rates, efforts = 0.3 * random.normal(size=model.nv), numpy.zeros(model.nv)
        evaluation = fastest(lambda: pinocchio.aba(model, data, place, rates, efforts))
        found = pinocchio.aba(model, data, place, rates, efforts).copy()
        bias = numpy.abs(pinocchio.nle(model, data, place, rates)).max()
        left = numpy.abs(pinocchio.rnea(model, data, place, rates, found)).max() / bias
        return Found(evaluation, None, None, f"its own inverse dynamics, which should give back no efforts, gives {left:.0e} of the largest velocity product")

    return measure


def with_exudyn():
    import exudyn
    import numpy
    from exudyn.utilities import RigidBodyInertia

    def measure(count):
        if count > 1000:
            return Found(remark="left out: building it takes minutes")

        def run():
            container = exudyn.SystemContainer()
            system = container.AddSystem()
            carrier = system.CreateGround()
            sine, cosine = math.sin(math.radians(30)), math.cos(math.radians(30))
            turned = numpy.array([[cosine, 0, sine], [0, 1, 0], [-sine, 0, cosine]])
            down = turned @ numpy.array([0, 0, -1.0])
            inertia = RigidBodyInertia(mass=1, inertiaTensor=numpy.diag([ACROSS, ACROSS, ABOUT]))
            for index in range(count):
                body = system.CreateRigidBody(
                    referencePosition=list((index + 0.5) * down),
                    referenceRotationMatrix=turned,
                    inertia=inertia,
                    gravity=[0, 0, -9.81],
                )
                system.CreateSphericalJoint(bodyNumbers=[carrier, body], position=list(index * down), useGlobalFrame=True)
                carrier = body
            system.Assemble()
            settings = exudyn.SimulationSettings()
            settings.timeIntegration.numberOfSteps = STEPS
            settings.timeIntegration.endTime = STEPS * 1e-3
            settings.timeIntegration.verboseMode = 0
            settings.solutionSettings.writeSolutionToFile = False
            settings.linearSolverType = exudyn.LinearSolverType.EigenSparse
            settings.timeIntegration.newton.useModifiedNewton = True
            settings.timeIntegration.generalizedAlpha.spectralRadius = 0.9
            began = time.perf_counter()
            system.SolveDynamic(settings)
            seconds = time.perf_counter() - began
            position = exudyn.OutputVariableType.Position
            return seconds, list(system.GetObjectOutputBody(carrier, position, [0, 0, 0.5]))

        found = [run() for _ in range(3)]
        seconds, place = min(found, key=lambda own: own[0])
        return Found(None, seconds / STEPS, place)

    return measure


def peers(binary):
    """Each with what measures it; or why it is absent."""
    yield "cdl, transfer matrices", lambda: with_cdl(binary, "transfer")
    yield "cdl, articulated bodies", lambda: with_cdl(binary, "articulated")
    yield "cdl, constraints", lambda: with_cdl(binary, "constrained")
    yield "MuJoCo", with_mujoco
    yield "Pinocchio", with_pinocchio
    yield "Exudyn, redundant", with_exudyn


def measured(binary, sizes):
    found, absent = {}, []
    for name, make in peers(binary):
        try:
            measure = make()
        except ImportError as error:
            absent.append(f"{name} is not installed here ({error.name})")
            print(absent[-1])
            continue
        for size in sizes:
            try:
                found[name, size] = measure(size)
            except Exception as error:
                if name.startswith("cdl"):
                    raise
                # A peer that fails says so in its place.
                said = " ".join(str(error).split())[:80]
                found[name, size] = Found(remark=f"failed: {type(error).__name__}: {said}")
            own = found[name, size]
            print(name, size, own.evaluation, own.step, own.remark, flush=True)
    return found, absent


def check(found, sizes):
    """All that move the same chain have to come to the same place: with steps of order 4 nearly, with implicit ones of order 2 about."""
    for size in sizes:
        known = found.get(("cdl, articulated bodies", size))
        if known is None or known.place is None:
            continue
        for (name, own_size), own in found.items():
            if own_size == size and own.place is not None:
                apart = max(abs(a - b) for a, b in zip(own.place, known.place))
                if not apart < 1e-4 * size:
                    sys.exit(f"{name} with {size} rods is {apart:.1e} m from the others: it is not the same chain")


def per_body(seconds, size):
    return "" if seconds is None else f"{seconds / size * 1e6:.3g}"


def table(found, absent, sizes):
    names = list(dict.fromkeys(name for name, _ in found))
    lines = [BEGIN, "", "| us per body | " + " | ".join(f"{size} rods: evaluation | step of 1 ms" for size in sizes) + " |"]
    lines.append("|---" * (1 + 2 * len(sizes)) + "|")
    for name in names:
        cells = [f"{per_body(found[name, size].evaluation, size)} | {per_body(found[name, size].step, size)}" for size in sizes]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    lines.append("")
    for name in names:
        for size in sizes:
            if found[name, size].remark:
                lines.append(f"- {name}, {size} rods: {found[name, size].remark}.")
    lines += [f"- {one}." for one in absent]
    lines += ["", "![time for a body and a step](peers.svg)", "", END]
    return "\n".join(lines)


def bars(found, sizes):
    """Time for a body and a step of 1 ms, or for four evaluations where there are no steps; a logarithmic scale from 0.1 us."""
    names = list(dict.fromkeys(name for name, _ in found))
    rows = [(name, size) for size in sizes for name in names if found[name, size].step or found[name, size].evaluation]
    per = {key: (found[key].step or 4 * found[key].evaluation) / key[1] * 1e6 for key in rows}
    low, width, height = 0.1, 620, 16
    span = math.log10(max(per.values()) / low)
    colours = ["#1b6ca8", "#4c9bd0", "#9cc8e6", "#c97b2d", "#8a5ba6", "#7a7a7a"]
    lines, at = [], 24
    for size in sizes:
        lines.append(f'<text x="4" y="{at}" font-weight="bold">{size} rods</text>')
        at += 8
        for name in names:
            if (name, size) not in per:
                continue
            value = per[name, size]
            length = max(1.0, 400 * math.log10(value / low) / span)
            colour = colours[names.index(name) % len(colours)]
            lines.append(f'<rect x="160" y="{at}" width="{length:.1f}" height="{height - 4}" fill="{colour}"/>')
            lines.append(f'<text x="154" y="{at + 10}" text-anchor="end">{name}</text>')
            lines.append(f'<text x="{165 + length:.1f}" y="{at + 10}">{value:.3g} us</text>')
            at += height
        at += 20
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {at}" font-family="sans-serif" font-size="11">'
        "<title>time for a body and a step of 1 ms, logarithmic</title>"
    )
    return "\n".join([head, '<rect width="100%" height="100%" fill="white"/>', *lines, "</svg>"]) + "\n"


def main():
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--cdl", default=str(ROOT / "target/release/cdl"), help="the released program")
    asked.add_argument("--sizes", default="10,50,100,500", help="numbers of rods")
    asked.add_argument("--dry", action="store_true", help="print the table and write nothing")
    options = asked.parse_args()
    sizes = [int(size) for size in options.sizes.split(",")]
    found, absent = measured(options.cdl, sizes)
    check(found, sizes)
    text = table(found, absent, sizes)
    print(text)
    if options.dry:
        return
    (ROOT / "docs/peers.svg").write_text(bars(found, sizes))
    page = ROOT / "docs/performance.md"
    before, _, rest = page.read_text().partition(BEGIN)
    if not rest:
        sys.exit(f"docs/performance.md has no line `{BEGIN}`")
    page.write_text(before + text + rest.partition(END)[2])


if __name__ == "__main__":
    main()
