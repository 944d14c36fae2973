import type { SelectItem } from '@earendil-works/pi-tui'
import type { ResultOf } from '@hermes/rpc/schemas'
import { english } from '@hermes/safety/language'
import type { Look } from '../view/look/look.js'
import type { WatchedSession } from './watched-session.js'

/** The value of the option that creates a session. */
export const newSession = ''

/** Number of stored sessions offered after the live ones. */
export const offeredSessions = 50

/** The activity of sessions other than the current one. */
export interface OtherSessions {
  readonly count: number
  readonly running: number
  /** Number of sessions that wait for an answer of the person. */
  readonly waiting: number
  readonly unread: number
}

export interface KnownSessions {
  readonly live: ResultOf<'session.active_list'>['sessions']
  readonly stored: ResultOf<'session.list'>['sessions']
  readonly watched: readonly WatchedSession[]
  readonly shownId: string
}

const states = { waiting: english`waiting for you`, running: english`running`, idle: english`idle` } as const

/** Returns the options of the session switcher: live sessions, a new one, and the latest stored ones. */
export function sessionChoices({ live, stored, watched, shownId }: KnownSessions, { clean, t }: Look): SelectItem[] {
  const label = (name: string | undefined, id: string) => clean(name?.replaceAll('\n', ' ') ?? t`Session ${id}`)
  const current = live.map(({ sessionId, title, state }) => {
    const known = watched.find(({ id }) => id === sessionId)
    const name = label(title ?? known?.name ?? (known?.isUntouched ? t`New session` : undefined), sessionId)
    // Evaluated for each drawing, because sessions continue while one is chosen.
    return {
      value: sessionId,
      get label() {
        return `${known?.hasUnread ? '* ' : ''}${name}`
      },
      get description() {
        const facts = [
          sessionId === shownId ? t`shown` : '',
          t.of(states[known?.view.activity ?? state.activity]),
          known?.hasUnread ? t`unread` : '',
        ]
        return facts.filter(Boolean).join(t`, `)
      },
    }
  })
  const ids = new Set(live.map(({ sessionId }) => sessionId))
  const earlier = stored
    .filter(({ sessionId }) => !ids.has(sessionId))
    .map(({ sessionId, title, preview, lastActivityAtMs }) => ({
      value: sessionId,
      label: label(title ?? preview, sessionId),
      description: t`stored, ${new Date(lastActivityAtMs).toISOString().slice(0, 10)}`,
    }))
  return [...current, { value: newSession, label: t`Begin a new session` }, ...earlier]
}

/** Counts what is of interest in the sessions that are not shown. */
export function otherSessions(watched: readonly WatchedSession[], shownId: string): OtherSessions {
  const others = watched.filter(({ id }) => id !== shownId)
  const count = (isCounted: (session: WatchedSession) => boolean) => others.filter(isCounted).length
  return {
    count: others.length,
    running: count(({ view }) => view.activity === 'running'),
    waiting: count(({ view }) => view.activity === 'waiting'),
    unread: count(({ hasUnread }) => hasUnread),
  }
}
