import { runProgram } from '../run-program.js'

/** Tells systemd about this process, in a unit with `Type=notify`. */
export interface ManagerNotes extends Disposable {
  ready(status: string): Promise<void>
  stopping(): Promise<void>
}

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Opens the notes for the service manager that started this process, if any. With a watchdog, the manager is notified at half of its interval that the
 * main thread is not stuck.
 * @param onTrouble Called with a reason when a note could not be sent.
 */
export function openManagerNotes(env: Variables, onTrouble: (reason: string) => void): ManagerNotes {
  if (!env.NOTIFY_SOCKET)
    return { ready: async () => undefined, stopping: async () => undefined, [Symbol.dispose]: () => undefined }
  const send = async (...args: readonly string[]) => {
    const { code, output } = await runProgram(['systemd-notify', ...args], env)
    if (code !== 0) onTrouble(output)
  }
  let timer: NodeJS.Timeout | undefined
  return {
    async ready(status) {
      await send('--ready', `--status=${status}`)
      const intervalMs = Number(env.WATCHDOG_USEC ?? 0) / 2_000
      const isMeant = env.WATCHDOG_PID === undefined || env.WATCHDOG_PID === `${process.pid}`
      if (intervalMs > 0 && isMeant) timer = setInterval(() => void send('WATCHDOG=1'), intervalMs).unref()
    },
    stopping: () => send('STOPPING=1'),
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

/** Returns the variables without those of the service manager. Other programs with them would notify the manager in place of this one. */
export function withoutManager(env: Variables): Variables {
  const { NOTIFY_SOCKET: _socket, WATCHDOG_USEC: _interval, WATCHDOG_PID: _pid, ...others } = env
  return others
}
