import { HermesError } from '@hermes/core'
import type { RemoteSkill, RemoteSkills } from '@hermes/skills'

/** The skills of all MCP servers. */
export interface SkillShelf extends RemoteSkills {
  /** Adds the skills of a server. Disposing the result removes them. */
  add(server: string, skills: RemoteSkills): Disposable
}

export function createSkillShelf(): SkillShelf {
  /** The skills of each server, newest last. Changed settings open a server again before its predecessor is closed; the last one counts. */
  const servers = new Map<string, readonly RemoteSkills[]>()
  let last: { readonly lists: readonly (readonly RemoteSkill[])[]; readonly all: readonly RemoteSkill[] } | undefined
  const current = () => [...servers.values()].flatMap((opened) => opened.at(-1) ?? [])

  function sourceOf({ server, name }: RemoteSkill): RemoteSkills {
    const source = servers.get(server)?.at(-1)
    if (source) return source
    throw new HermesError('skill/not-found', `The skill "${name}" is gone: the MCP server "${server}" is not in use.`)
  }

  return {
    add(server, skills) {
      servers.set(server, [...(servers.get(server) ?? []), skills])
      return {
        [Symbol.dispose]() {
          const others = servers.get(server)?.filter((each) => each !== skills) ?? []
          if (others.length > 0) servers.set(server, others)
          else servers.delete(server)
        },
      }
    },
    list() {
      const lists = current().map((skills) => skills.list())
      const isSame = last?.lists.length === lists.length && lists.every((list, index) => last?.lists[index] === list)
      if (!last || !isSame) last = { lists, all: lists.flat() }
      return last.all
    },
    async find(name, reader) {
      for (const skills of current()) {
        const found = await skills.find(name, reader)
        if (found) return found
      }
      return undefined
    },
    open: (skill, reader) => sourceOf(skill).open(skill, reader),
    readFile: (skill, path, reader) => sourceOf(skill).readFile(skill, path, reader),
  }
}
