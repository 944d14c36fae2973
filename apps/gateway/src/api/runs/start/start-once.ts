import type { Context } from 'hono'
import { type IdentityOptions, type RunIdentity, runIdentity } from '../record/run-identity.js'
import { type NewRun, type RunServices, type Started, startRun } from './start-run.js'

/**
 * Starts the run of a request, or finds the one that an earlier request with its `Idempotency-Key` has started, possibly at another gateway or at one that
 * has since died.
 * @param prepare Creates the rest of the run. Not called if the run is known here.
 * @throws {RequestError} when the key was used with another request, and whatever `prepare` and {@link startRun} throw.
 */
export async function startOnce(
  context: Context,
  options: IdentityOptions,
  services: RunServices,
  prepare: (identity: RunIdentity) => Promise<Omit<NewRun, 'id' | 'fingerprint'>>,
): Promise<Started> {
  const identity = await runIdentity(context, options, services)
  const { id, fingerprint, newSessionId } = identity
  if (newSessionId === undefined) return startRun({ id, fingerprint, ...(await prepare(identity)) }, services)
  return services.runs.alone(id, async () => {
    const earlier = await services.runs.get(id)
    return earlier ? { earlier } : startRun({ id, fingerprint, ...(await prepare(identity)) }, services)
  })
}
