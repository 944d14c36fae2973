/** How long the suspension of a process may take after SIGTSTP, in milliseconds. */
const stopWithinMs = 200

/**
 * Suspends the process group, like Ctrl+Z in a cooked terminal. Calls back when it is continued (`fg`), or soon afterwards if it cannot be
 * suspended because no shell waits for it.
 */
export function suspendProcess(afterwards: () => void): void {
  const resume = () => {
    clearTimeout(waiting)
    process.off('SIGCONT', resume)
    afterwards()
  }
  process.on('SIGCONT', resume)
  // Keeps the event loop alive while stdin is paused, and ends the wait if the system ignores the signal, as in a process group
  // without a shell.
  const waiting = setTimeout(resume, stopWithinMs)
  // Signals the whole group, as the terminal does, so that the shell also sees a launcher of this process stop.
  process.kill(0, 'SIGTSTP')
}
