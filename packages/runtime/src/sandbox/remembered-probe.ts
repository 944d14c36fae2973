import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SandboxStatus } from '@hermes/environments/sandbox'

/**
 * Probes, unless the machine could hold commands before and is the same: the same start of the system, the same program,
 * the same user. That it cannot is found out anew each time. Should it no longer be true, commands fail: none runs unheld.
 */
export async function rememberedProbe(folder: string, probe: () => Promise<SandboxStatus>): Promise<SandboxStatus> {
  const file = join(folder, 'probed.json')
  const known = await read(file)
  if (known !== undefined && known.machine === (await machineWith(known.program))) {
    return { status: 'available', program: known.program }
  }
  const probed = await probe()
  if (probed.status === 'available') {
    const { program } = probed
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(file, JSON.stringify({ program, machine: await machineWith(program) }), { mode: 0o600 })
  }
  return probed
}

async function read(file: string): Promise<{ readonly program: string; readonly machine: string } | undefined> {
  try {
    const { program, machine }: Record<string, unknown> = JSON.parse(await readFile(file, 'utf8'))
    return typeof program === 'string' && typeof machine === 'string' ? { program, machine } : undefined
  } catch {
    // Not there yet, or cut off: it is written anew.
    return undefined
  }
}

async function machineWith(program: string): Promise<string> {
  const [start, status] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    stat(program).catch(() => undefined),
  ])
  return [start.trim(), status?.mtimeMs, status?.mode, process.getuid?.()].join(' ')
}
