/** Runs what is asked for while an earlier batch is under way as one batch, in the order of the calls. */
export interface Batcher<Input, Output> {
  add(input: Input): Promise<Output>
}

interface Pending<Input, Output> {
  readonly input: Input
  readonly resolve: (output: Output | PromiseLike<Output>) => void
  readonly reject: (error: unknown) => void
}

/** @param run answers for each of its inputs, or rejects for all. */
export function createBatcher<Input, Output>(
  run: (inputs: readonly Input[]) => Promise<readonly Output[]>,
  largest: number,
): Batcher<Input, Output> {
  let pending: Pending<Input, Output>[] = []
  let isRunning = false

  async function drain(): Promise<void> {
    isRunning = true
    // All that this turn of the event loop still brings joins the batch.
    await Promise.resolve()
    while (pending.length > 0) {
      const batch = pending.slice(0, largest)
      pending = pending.slice(largest)
      await settle(batch)
    }
    isRunning = false
  }

  async function settle(batch: readonly Pending<Input, Output>[]): Promise<void> {
    try {
      const outputs = await run(batch.map(({ input }) => input))
      batch.forEach(({ resolve, reject }, index) => {
        const output = outputs[index]
        if (output === undefined) reject(new TypeError('A batch answered for fewer inputs than it was given.'))
        else resolve(output)
      })
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return {
    add: (input) =>
      new Promise((resolve, reject) => {
        pending.push({ input, resolve, reject })
        if (!isRunning) void drain()
      }),
  }
}
