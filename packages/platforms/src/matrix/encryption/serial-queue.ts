/** Creates a queue that runs each work after the previous one has ended. */
export function createQueue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const last: { ended: Promise<unknown> } = { ended: Promise.resolve() }
  return (work) => {
    const result = last.ended.then(work)
    last.ended = result.catch(() => undefined)
    return result
  }
}
