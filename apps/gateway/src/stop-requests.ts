const signals = ['SIGINT', 'SIGTERM'] as const

export interface StopRequests extends Disposable {
  /** Resolves at the first SIGINT or SIGTERM. */
  readonly first: Promise<void>
}

/** Listens for stop signals until it is disposed; calls `again` for each one after the first. */
export function listenForStop(again: () => void): StopRequests {
  const { promise: first, resolve } = Promise.withResolvers<void>()
  let isStopping = false
  const onSignal = () => {
    if (isStopping) again()
    isStopping = true
    resolve()
  }
  for (const signal of signals) process.on(signal, onSignal)
  return {
    first,
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, onSignal)
    },
  }
}
