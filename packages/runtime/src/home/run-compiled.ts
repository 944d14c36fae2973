import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import nodeModule from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cachedDataVersionTag, getHeapSpaceStatistics } from 'node:v8'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'
import { whenStartIsOver } from './start-over.js'

/** The arguments with which a script is called. */
export interface ScriptScope {
  /** The modules that the script imports, by specifier. */
  readonly modules: Readonly<Record<string, object>>
  /** The `import()` of the module that the script replaces. */
  readonly importHere: (specifier: string) => Promise<object>
  /** The `import.meta` of that module. */
  readonly here: object
}

/** A file of the build, which contains an expression in ASCII: a function that takes the parts of a {@link ScriptScope}. */
export interface ScriptFile {
  readonly url: URL
  /** The CRC-32 checksum of the file's bytes. */
  readonly checksum: number
}

/** The kept code, and how much bytecode the process had that kept it. */
interface Kept {
  readonly code: Buffer
  readonly bytecodeBytes: number
}

/** The size of the header: the checksums of the file and of the code, and the amount of bytecode. */
const headerBytes = 12
/** The growth in bytecode from which a process has run much code that was not kept. */
const growth = 1.25

/**
 * Runs a file of the build. Node.js only caches what is compiled when a module is loaded, which excludes functions that are called later.
 * Here, the code is kept when the start is over, with all functions that the start has called. It is kept in the folder of Node's compile
 * cache; without one, nothing is kept.
 * @returns what the function of the file returns.
 */
export function runCompiled({ url, checksum }: ScriptFile, { modules, importHere, here }: ScriptScope): unknown {
  const path = fileURLToPath(url)
  const run: unknown = compile(path, checksum).runInThisContext()
  if (typeof run !== 'function') throw new TypeError(`${path} is no script of the build.`)
  return run(modules, importHere, here)
}

function compile(path: string, checksum: number): Script {
  const folder = nodeModule.getCompileCacheDir()
  const source = readFileSync(path, 'latin1')
  if (folder === undefined) return new Script(source, { filename: path })
  const place = join(folder, `${basename(path)}-${crc32(path).toString(16)}`)
  const kept = readKept(place, checksum)
  const script = new Script(source, { filename: path, ...(kept && { cachedData: kept.code }) })
  const keptBytes = script.cachedDataRejected === false ? kept?.bytecodeBytes : undefined
  const flags = cachedDataVersionTag()
  whenStartIsOver(() => {
    // The next start would reject code that was compiled with other flags of V8.
    if (cachedDataVersionTag() !== flags) return
    const bytes = usedForBytecode()
    if (keptBytes !== undefined && bytes <= keptBytes * growth) return
    // A process that has compiled everything cannot be compared with later ones, so the next one keeps the code once more.
    keep(place, checksum, { code: script.createCachedData(), bytecodeBytes: keptBytes === undefined ? 0 : bytes })
  })
  return script
}

/** Returns how much is used of the heap space that holds bytecode. To count only the bytecode, V8 would have to visit all objects. */
function usedForBytecode(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'trusted_space')?.space_used_size ?? 0
}

/** Reads the kept code; `undefined` if there is none of this file. */
function readKept(place: string, checksum: number): Kept | undefined {
  try {
    const bytes = readFileSync(place)
    const code = bytes.subarray(headerBytes)
    const isWhole = bytes.readUInt32LE(0) === checksum && bytes.readUInt32LE(4) === crc32(code)
    return isWhole ? { code, bytecodeBytes: bytes.readUInt32LE(8) } : undefined
  } catch {
    // The code is missing or truncated, so everything is compiled.
    return undefined
  }
}

function keep(place: string, checksum: number, { code, bytecodeBytes }: Kept): void {
  const header = Buffer.alloc(headerBytes)
  header.writeUInt32LE(checksum, 0)
  header.writeUInt32LE(crc32(code), 4)
  header.writeUInt32LE(bytecodeBytes, 8)
  const temporary = `${place}.${process.pid}`
  try {
    writeFileSync(temporary, Buffer.concat([header, code]), { mode: 0o600 })
    renameSync(temporary, place)
  } catch {
    // The home is full or missing. The next start compiles again.
  }
}
