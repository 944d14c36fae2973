/** Runs a task for the newest of several requests: while one runs, intermediate requests are skipped. */
export function latestOnly<Request>(run: (request: Request) => Promise<void>): (request: Request) => void {
  let waiting: { readonly request: Request } | undefined
  let isRunning = false
  const next = async (): Promise<void> => {
    isRunning = true
    for (let current = waiting; current; current = waiting) {
      waiting = undefined
      await run(current.request)
    }
    isRunning = false
  }
  return (request) => {
    waiting = { request }
    if (!isRunning) void next()
  }
}
