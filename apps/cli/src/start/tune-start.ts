import { endStart } from '@hermes/runtime/compile-cache'

/** By then, a start is over. */
const startMs = 1_000

/** Settings of V8, none of which is part of its API: an unknown one is reported on stderr and ignored. */
interface Tuning {
  readonly start: string
  readonly afterwards: string
}

const tunings: readonly Tuning[] = [
  // V8 would enlarge the part of the heap for new objects at once, by 8 MB, because a start keeps much of what it allocates.
  { start: '--semi-space-growth-factor=1', afterwards: '--semi-space-growth-factor=2' },
  // A start runs little code often enough to earn back what an optimizing compiler costs. `~` selects no function, `*` all.
  { start: '--maglev-filter=~', afterwards: '--maglev-filter=*' },
  { start: '--turbo-filter=~', afterwards: '--turbo-filter=*' },
  // V8 lets a small heap grow several times over before it collects old objects. 0: as V8 chooses.
  { start: '--heap-growing-percent=0', afterwards: '--heap-growing-percent=40' },
  // What it took to compile a function is left to V8's threads to free. They lag behind a start, and the process keeps tens of MB.
  { start: '--no-maglev-destroy-on-background', afterwards: '--no-maglev-destroy-on-background' },
  // The parser of shell commands sets these for good. A start that runs a command would otherwise keep code for flags that no start begins with.
  { start: '--no-wasm-tier-up', afterwards: '--no-wasm-tier-up' },
  { start: '--no-wasm-dynamic-tiering', afterwards: '--no-wasm-dynamic-tiering' },
]

/** Node's modules that a prompt or the gateway loads, and those of their exports behind which there are more. */
const early = {
  'node:child_process': [],
  'node:crypto': ['webcrypto'],
  'node:fs': ['ReadStream'],
  'node:fs/promises': [],
  'node:http': [],
  'node:module': [],
  'node:net': ['BlockList'],
  'node:perf_hooks': [],
  'node:sqlite': [],
  'node:stream/consumers': [],
  'node:timers/promises': [],
  'node:util': ['parseArgs'],
  'node:vm': [],
  'node:zlib': [],
}

/** Tunes V8 for a start that is short and small, and for work that takes longer once the start is over. */
export function tuneStart(): void {
  // With other flags than its own, V8 rejects the compiled code that Node.js brings for them.
  for (const [name, exported] of Object.entries(early)) loadModule(name, exported)
  const { setFlagsFromString } = process.getBuiltinModule('node:v8')
  const apply = (phase: keyof Tuning): void => {
    for (const tuning of tunings) setFlagsFromString(tuning[phase])
  }
  apply('start')
  setTimeout(() => {
    endStart()
    apply('afterwards')
  }, startMs).unref()
  // The compile cache is written after this. V8 accepts cached code only with the flags that it was made with.
  process.once('exit', () => apply('start'))
}

/** Node.js loads the modules behind these exports when they are read for the first time. */
function loadModule(name: string, exported: readonly string[]): void {
  const module = process.getBuiltinModule(name)
  if (module) for (const each of exported) Reflect.get(module, each)
}
