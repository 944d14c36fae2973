/**
 * Makes SIGUSR2 write a diagnostic report of Node.js to the folder: memory, open handles and stacks of the process, without its environment. It is
 * written when the event loop is reached, so not while JavaScript runs in a loop. Windows has no SIGUSR2.
 */
export function reportOnSignal(folder: string): void {
  const { report, platform } = process
  if (platform === 'win32') return
  report.excludeEnv = true
  report.directory = folder
  report.signal = 'SIGUSR2'
  report.reportOnSignal = true
}
