import { lookup } from 'node:dns/promises'

/** The addresses of a name, best first; none when it has no answer. It may throw: that counts as no answer. */
export type ResolveHost = (name: string) => Promise<readonly string[]>

/** As every program of the system resolves names, its hosts file included. */
export const resolveHost: ResolveHost = async (name) => {
  const answers = await lookup(name, { all: true, verbatim: true })
  return answers.map(({ address }) => address)
}
