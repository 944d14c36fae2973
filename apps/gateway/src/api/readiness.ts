import { describeError, type Logger, type SessionStore, StoreError } from '@hermes/core'

/** Returns why no turn can run now, or `undefined` if one can. */
export type Readiness = () => Promise<string | undefined>

export interface ReadinessOptions {
  readonly store: SessionStore
  readonly hasProvider: () => boolean
  readonly isStopping: () => boolean
  /** Logs the errors of the store. Callers without a key only get a sentence. */
  readonly logger: Logger
  /** How long a write to the store may take, in milliseconds. Default: 5000. */
  readonly timeoutMs?: number
}

/** How long the result of a write is reused, in milliseconds, so that callers without a key cannot keep the store busy. */
const freshMs = 1000

/** Checks whether turns can run: the gateway is not stopping, a provider is configured and the store accepts a write. */
export function createReadiness(options: ReadinessOptions): Readiness {
  const { hasProvider, isStopping, timeoutMs = 5000 } = options
  let latest: Promise<string | undefined> | undefined
  let freshUntilMs = 0
  const write = () => {
    // A write that hangs is not repeated, because others would queue behind it.
    freshUntilMs = Number.POSITIVE_INFINITY
    return storeProblem(options).finally(() => {
      freshUntilMs = Date.now() + freshMs
    })
  }
  return async () => {
    if (isStopping()) return 'The gateway is stopping.'
    if (!hasProvider()) return 'No provider is configured.'
    if (!latest || Date.now() >= freshUntilMs) latest = write()
    return within(latest, timeoutMs)
  }
}

async function storeProblem({ store, logger }: ReadinessOptions): Promise<string | undefined> {
  try {
    await writeOnce(store)
    return undefined
  } catch (error) {
    const problem = sentenceOf(error)
    logger.log('error', problem, { error: describeError(error) })
    return problem
  }
}

/** Returns only what the owner of the gateway has to do, because the error may name files and servers. */
function sentenceOf(error: unknown): string {
  return StoreError.is(error) && error.kind === 'newer-version'
    ? 'A newer Hermes has changed the store: restart this gateway in the newest version.'
    : 'The store cannot be written.'
}

/** A store without values is only read. */
async function writeOnce({ values, sessions }: SessionStore): Promise<void> {
  if (values) await values.update('gateway', 'readiness', () => Date.now())
  else await sessions.find({ limit: 1 })
}

async function within(problem: Promise<string | undefined>, timeoutMs: number): Promise<string | undefined> {
  const late = Promise.withResolvers<string>()
  const timer = setTimeout(() => late.resolve('The store does not answer.'), timeoutMs)
  try {
    return await Promise.race([problem, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
