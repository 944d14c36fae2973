import { skillLimits } from './limits.js'

/** Whether a name is valid in the format: lower-case letters, digits and single hyphens. */
export function isSkillName(name: string): boolean {
  return name.length <= skillLimits.nameChars && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)
}

/** Returns the nearest valid name: `PDF Processing` becomes `pdf-processing`. Empty if no letter or digit is left. */
export function toSkillName(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, skillLimits.nameChars)
    .replaceAll(/^-|-$/g, '')
}
