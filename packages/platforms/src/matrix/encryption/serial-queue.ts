/** Runs each work after the one before has ended. */
export function createQueue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const last: { ended: Promise<unknown> } = { ended: Promise.resolve() }
  return (work) => {
    const result = last.ended.then(work)
    last.ended = result.catch(() => undefined)
    return result
  }
}
