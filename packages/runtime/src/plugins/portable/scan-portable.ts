import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '@hermes/safety'
import { type SkillScan, scanSkill } from '@hermes/skills'
import type { PortablePlugin } from './portable-plugin.js'

/** Scans the skills, the commands and the scripts of a plugin. Skills and commands with dangerous findings are not used. */
export async function scanPortable(root: string, { skills }: PortablePlugin): Promise<SkillScan> {
  const folders = [...new Set([...skills, 'commands', 'hooks', 'scripts'])]
  const findings = await Promise.all(
    folders.map(async (folder) => {
      if (!(await isFolder(join(root, folder)))) return []
      const scan = await scanSkill(join(root, folder))
      return scan.findings.map((finding) => ({ ...finding, path: [folder, finding.path].filter(Boolean).join('/') }))
    }),
  )
  const all = findings.flat()
  const isDangerous = all.some(({ severity }) => severity === 'danger')
  return { verdict: isDangerous ? 'dangerous' : all.length > 0 ? 'caution' : 'safe', findings: all }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}
