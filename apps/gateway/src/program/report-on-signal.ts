/**
 * From now on, SIGUSR2 writes a diagnostic report of Node.js to the folder: memory, open handles and stacks of the process, without its
 * environment. It comes when the event loop is reached: not while JavaScript runs in a loop. Windows has no such signal.
 */
export function reportOnSignal(folder: string): void {
  const { report, platform } = process
  if (platform === 'win32') return
  report.excludeEnv = true
  report.directory = folder
  report.signal = 'SIGUSR2'
  report.reportOnSignal = true
}
