import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SandboxHolder, SandboxStatus } from '@hermes/environments/sandbox'

interface RememberedProbe {
  readonly by: SandboxHolder
  /** The folder of the cache file. */
  readonly folder: string
  /** The path of the program in the system folders; `undefined` if there is none. */
  readonly program: string | undefined
  probe(): Promise<SandboxStatus>
}

/**
 * Probes the sandbox unless an earlier probe succeeded on the same machine: same boot, same program, same user. Failures are not cached. If
 * the cached result is outdated, commands fail, but none runs unsandboxed.
 *
 * The cache only stores the result, never the path of the program. A result that cannot be stored is probed again by the next process.
 */
export async function rememberedProbe({ by, folder, program, probe }: RememberedProbe): Promise<SandboxStatus> {
  const file = join(folder, `probed-${by}`)
  if (program !== undefined && (await read(file)) === (await machineWith(program)))
    return { status: 'available', by, program }
  const probed = await probe()
  if (probed.status === 'available' && probed.program === program && probed.lack === undefined) {
    // Otherwise, a full disk or a read-only home would prevent the use of a working sandbox.
    await write(file, await machineWith(program)).catch(() => undefined)
  }
  return probed
}

async function write(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, content, { mode: 0o600 })
}

function read(file: string): Promise<string | undefined> {
  // The file is missing or unreadable, so it is written again.
  return readFile(file, 'utf8').catch(() => undefined)
}

async function machineWith(program: string): Promise<string> {
  const [start, status] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    stat(program).catch(() => undefined),
  ])
  const { dev, ino, size, mode, uid, mtimeMs, ctimeMs } = status ?? {}
  return [start.trim(), program, dev, ino, size, mode, uid, mtimeMs, ctimeMs, process.getuid?.()].join(' ')
}
