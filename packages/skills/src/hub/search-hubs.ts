import { describeError } from '@hermes/core'
import { searchClawHub } from './clawhub.js'
import { searchTap } from './github.js'
import type { HubName, HubQuery, HubServices, HubSkill } from './hub-skill.js'
import { searchLobeHub } from './lobehub.js'
import { searchSkillsSh } from './skills-sh.js'

export interface HubSearch extends HubServices {
  /** GitHub repositories: `owner/repository/folder`. */
  readonly taps: readonly string[]
  /** The hubs to search. Default: all. */
  readonly hubs?: readonly HubName[] | undefined
}

export interface HubResults {
  /** The skills found, taps first, without duplicates. */
  readonly skills: readonly HubSkill[]
  /** The hubs that did not answer. */
  readonly problems: readonly { readonly hub: string; readonly problem: string }[]
}

interface Asked {
  readonly hub: HubName
  readonly label: string
  readonly ask: (query: HubQuery) => Promise<readonly HubSkill[]>
}

/** How long to wait for a hub, in milliseconds. A slower hub is left out. */
const patienceMs = 15_000

/** Searches all hubs at once. A hub that is unavailable does not affect the results of the others. */
export async function searchHubs(query: HubQuery, search: HubSearch): Promise<HubResults> {
  const { taps, hubs } = search
  const asked: readonly Asked[] = [
    ...taps.map((tap): Asked => ({ hub: 'github', label: tap, ask: (q) => searchTap(tap, q, search) })),
    { hub: 'skills-sh', label: 'skills.sh', ask: (q) => searchSkillsSh(q, search) },
    { hub: 'clawhub', label: 'ClawHub', ask: (q) => searchClawHub(q, search) },
    { hub: 'lobehub', label: 'LobeHub', ask: (q) => searchLobeHub(q, search) },
  ]
  const chosen = asked.filter(({ hub }) => hubs?.includes(hub) ?? true)
  const answers = await Promise.allSettled(
    chosen.map(({ ask }) =>
      ask({ ...query, signal: AbortSignal.any([query.signal, AbortSignal.timeout(patienceMs)]) }),
    ),
  )
  query.signal.throwIfAborted()
  const skills = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  return {
    skills: [...new Map(skills.toReversed().map((skill) => [skill.source.toLowerCase(), skill])).values()].toReversed(),
    problems: answers.flatMap((answer, at) =>
      answer.status === 'rejected' ? { hub: chosen[at]?.label ?? '', problem: describeError(answer.reason) } : [],
    ),
  }
}
