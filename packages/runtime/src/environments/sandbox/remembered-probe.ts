import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SandboxStatus } from '@hermes/environments/sandbox'

interface RememberedProbe {
  /** Where the answer is kept. */
  readonly folder: string
  /** The program as it is found now, in a place of the system; `undefined` where there is none. */
  readonly program: string | undefined
  probe(): Promise<SandboxStatus>
}

/**
 * Probes, unless the machine could hold commands before and is the same: the same start of the system, the same program,
 * the same user. That it cannot is found out anew each time. Should it no longer be true, commands fail: none runs unheld.
 *
 * What is kept answers yes or no, and nothing else: it never names the program.
 */
export async function rememberedProbe({ folder, program, probe }: RememberedProbe): Promise<SandboxStatus> {
  const file = join(folder, 'probed')
  if (program !== undefined && (await read(file)) === (await machineWith(program)))
    return { status: 'available', program }
  const probed = await probe()
  if (probed.status === 'available' && probed.program === program) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(file, await machineWith(program), { mode: 0o600 })
  }
  return probed
}

function read(file: string): Promise<string | undefined> {
  // Not there yet, or not readable: it is written anew.
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
