import { lookup } from 'node:dns/promises'

/** Resolves a name to addresses, best first. Empty when there is no answer; errors count as no answer. */
export type ResolveHost = (name: string) => Promise<readonly string[]>

/** Resolves names like other programs on the system, including the hosts file. */
export const resolveHost: ResolveHost = async (name) => {
  const answers = await lookup(name, { all: true, verbatim: true })
  return answers.map(({ address }) => address)
}
