import type { Command } from '../../command.js'
import type { SkillSource } from '../../skill-commands.js'

export interface SkillsServices {
  readonly skills: SkillSource & { refresh(): Promise<void> }
}

/** `/skills [words]`: lists the skills. */
export function skillsCommand({ skills }: SkillsServices): Command {
  return {
    name: 'skills',
    usage: '[words]',
    description: 'list the skills, or those with these words',
    category: 'tools',
    async run(args) {
      await skills.refresh()
      const words = args.toLowerCase().split(/\s+/)
      const found = skills.skills().filter(({ name, category = '', description }) => {
        const text = `${name} ${category} ${description}`.toLowerCase()
        return words.every((word) => text.includes(word))
      })
      if (found.length === 0)
        return { type: 'text', text: args === '' ? 'There are no skills.' : `No skill fits "${args}".` }
      return {
        type: 'table',
        columns: [
          { key: 'name', label: 'Skill' },
          { key: 'category', label: 'Category' },
          { key: 'origin', label: 'From' },
          { key: 'description', label: 'What it does' },
        ],
        rows: found.map(({ name, category, origin, description }) => ({
          name: `/${name}`,
          category,
          origin,
          description,
        })),
      }
    },
  }
}

/** `/bundles`: lists the groups of skills that start together. */
export function bundlesCommand({ skills }: SkillsServices): Command {
  return {
    name: 'bundles',
    description: 'list skill bundles',
    category: 'tools',
    async run() {
      await skills.refresh()
      const bundles = skills.bundles()
      if (bundles.length === 0) return { type: 'text', text: 'There are no bundles of skills.' }
      return {
        type: 'table',
        columns: [
          { key: 'name', label: 'Bundle' },
          { key: 'skills', label: 'Skills' },
          { key: 'description', label: 'What it does' },
        ],
        rows: bundles.map(({ name, skills: names, description }) => ({
          name: `/${name}`,
          skills: names.join(', '),
          description,
        })),
      }
    },
  }
}

/** `/reload-skills`: loads added and changed skills without waiting. */
export function reloadSkillsCommand({ skills }: SkillsServices): Command {
  return {
    name: 'reload-skills',
    description: 'rescan for new and changed skills',
    category: 'settings',
    async run() {
      const before = new Set(skills.skills().map(({ name }) => name))
      await skills.refresh()
      const after = skills.skills().map(({ name }) => name)
      const added = after.filter((name) => !before.has(name))
      const removed = [...before].filter((name) => !after.includes(name))
      const changes = [
        ...(added.length > 0 ? [`Added: ${added.join(', ')}.`] : []),
        ...(removed.length > 0 ? [`Removed: ${removed.join(', ')}.`] : []),
      ]
      return { type: 'text', text: [`There are ${after.length} skills.`, ...changes].join(' ') }
    },
  }
}
