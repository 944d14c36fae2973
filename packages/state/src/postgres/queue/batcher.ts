/** Collects the calls made while a batch is running into the next batch, in order. */
export interface Batcher<Input, Output> {
  add(input: Input): Promise<Output>
}

interface Pending<Input, Output> {
  readonly input: Input
  readonly resolve: (output: Output | PromiseLike<Output>) => void
  readonly reject: (error: unknown) => void
}

/** Creates a batcher. @param run Returns one result per input, or rejects for all of them. */
export function createBatcher<Input, Output>(
  run: (inputs: readonly Input[]) => Promise<readonly Output[]>,
  largest: number,
): Batcher<Input, Output> {
  let pending: Pending<Input, Output>[] = []
  let isRunning = false

  async function drain(): Promise<void> {
    isRunning = true
    // Calls made during the same turn of the event loop join the batch.
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
        if (output === undefined) reject(new TypeError('A batch returned fewer results than it has inputs.'))
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
