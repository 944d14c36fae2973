import type { Conversations } from '@hermes/conversations'
import type { Health } from './metrics/health-schemas.js'
import type { Readiness } from './readiness.js'

export interface ProbeAnswer {
  readonly status: 200 | 503
  readonly body: Health
}

/** The probes that monitors request without a key, by path. */
export type Probes = ReadonlyMap<string, () => Promise<ProbeAnswer>>

export interface ProbeServices {
  readonly conversations: Pick<Conversations, 'isClosing'>
  readonly readiness: Readiness
}

const ok: ProbeAnswer = { status: 200, body: { status: 'ok' } }

/** Returns the probes: whether the process answers, and whether turns can run. */
export function createProbes({ conversations, readiness }: ProbeServices): Probes {
  const alive = async (): Promise<ProbeAnswer> =>
    conversations.isClosing ? { status: 503, body: { status: 'stopping' } } : ok
  const ready = async (): Promise<ProbeAnswer> => {
    const reason = await readiness()
    return reason === undefined ? ok : { status: 503, body: { status: 'not-ready', reason } }
  }
  return new Map([
    ['/health', alive],
    ['/v1/health', alive],
    ['/livez', alive],
    ['/readyz', ready],
  ])
}
