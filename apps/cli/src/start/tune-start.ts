import { endStart } from '@hermes/runtime/compile-cache'

/** Time after which a start is over, in milliseconds. */
const startMs = 1_000

/** V8 settings, none of which is part of its API. An unknown one is reported on stderr and ignored. */
interface Tuning {
  readonly start: string
  readonly afterwards: string
}

const tunings: readonly Tuning[] = [
  // V8 would immediately enlarge the part of the heap for new objects by 8 MB, because a start keeps much of what it allocates.
  { start: '--semi-space-growth-factor=1', afterwards: '--semi-space-growth-factor=2' },
  // A start runs too little code often enough to earn back the cost of an optimizing compiler. `~` selects no function, `*` all.
  { start: '--maglev-filter=~', afterwards: '--maglev-filter=*' },
  { start: '--turbo-filter=~', afterwards: '--turbo-filter=*' },
  // V8 lets a small heap grow several times over before it collects old objects. 0: V8 chooses.
  { start: '--heap-growing-percent=0', afterwards: '--heap-growing-percent=40' },
  // V8 frees the memory for compiling a function in background threads. They lag behind a start, and the process would keep tens of MB.
  { start: '--no-maglev-destroy-on-background', afterwards: '--no-maglev-destroy-on-background' },
  // The parser of shell commands sets these permanently. Otherwise a start that runs a command would keep code for flags that no start begins with.
  { start: '--no-wasm-tier-up', afterwards: '--no-wasm-tier-up' },
  { start: '--no-wasm-dynamic-tiering', afterwards: '--no-wasm-dynamic-tiering' },
]

/** Node.js modules that a prompt or the gateway loads, with those of their exports that load further modules. */
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

/** Tunes V8 for a short and small start, and for longer work once the start is over. */
export function tuneStart(): void {
  // With flags other than its own, V8 rejects the compiled code that Node.js ships for its modules.
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
  // The compile cache is written after this. V8 accepts cached code only with the flags that it was compiled with.
  process.once('exit', () => apply('start'))
}

/** Node.js loads the modules behind these exports when they are first read. */
function loadModule(name: string, exported: readonly string[]): void {
  const module = process.getBuiltinModule(name)
  if (module) for (const each of exported) Reflect.get(module, each)
}
