/** A small young generation and a heap limit: V8 collects garbage before the heap grows to several times its live size. */
export const nodeFlags = ["--max-semi-space-size=16", "--max-old-space-size=1024"];

/** glibc (mallopt(3)): few arenas and low thresholds return the memory of images and password hashes to the system. */
export const mallocEnvironment = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_TRIM_THRESHOLD_: "262144",
};

const toNumbers = (version) => version.match(/\d+/g).map(Number);

function isAtLeast(version, minimum) {
  const actual = toNumbers(version);
  for (const [index, number] of toNumbers(minimum).entries())
    if (actual[index] !== number) return actual[index] > number;
  return true;
}

/** The system's Node if it is new enough, else the one installed with the packages. */
export function chooseNode({ system, bundled, minimum }) {
  if (isAtLeast(system.version, minimum)) return system.path;
  if (bundled) return bundled;
  throw new Error(`This system's Node is ${system.version}; please install Node ${minimum} or newer.`);
}
