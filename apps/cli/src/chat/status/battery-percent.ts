import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Reads the charge of the first battery on Linux, in percent; `undefined` without one, and on other systems. */
export async function batteryPercent(folder = '/sys/class/power_supply'): Promise<number | undefined> {
  const names = await readdir(folder).catch(() => [])
  const battery = names.filter((name) => name.startsWith('BAT')).sort()[0]
  if (battery === undefined) return undefined
  const percent = Number.parseInt(await readFile(join(folder, battery, 'capacity'), 'utf8').catch(() => ''), 10)
  return Number.isNaN(percent) ? undefined : percent
}
