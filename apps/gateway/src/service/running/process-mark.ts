import { readFile } from 'node:fs/promises'
import { platform } from 'node:process'
import { runProgram } from '../run-program.js'

/**
 * Returns the start time of a process. Together with its id, which the system reuses, it identifies the process. `undefined` if there is no such
 * process.
 */
export async function processMark(pid: number, env: Readonly<Record<string, string | undefined>>) {
  if (platform === 'linux') return markOfLinux(pid)
  const query =
    platform === 'win32'
      ? ['powershell', '-NoProfile', '-Command', `(Get-Process -Id ${pid}).StartTime.Ticks`]
      : ['ps', '-o', 'lstart=', '-p', `${pid}`]
  const { code, output } = await runProgram(query, env)
  return code === 0 && output !== '' ? output : undefined
}

async function markOfLinux(pid: number): Promise<string | undefined> {
  try {
    const [stat, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'latin1'),
      readFile('/proc/sys/kernel/random/boot_id', 'latin1'),
    ])
    // The name in parentheses may contain spaces and parentheses.
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' || state === 'X' ? undefined : `${boot.trim()} ${rest[18]}`
  } catch {
    // The process has ended.
    return undefined
  }
}
