import type { Translate } from '@hermes/safety/language'
import type { SkillScan } from '@hermes/skills'
import { safeText } from '../../render/text/safe-text.js'
import { sayVerdict } from './skill-words.js'

/** Describes the verdict of a scan and what led to it, one line each. */
export function describeScan({ verdict, findings }: SkillScan, t: Translate): readonly string[] {
  const lines = findings.map(({ id, severity, path, line }) => {
    const place = [path, line].filter((part) => part !== undefined && part !== '').join(':')
    return `  ${severity === 'danger' ? '!' : '-'} ${id}${place === '' ? '' : `  ${safeText(place)}`}`
  })
  return [t`Scan: ${sayVerdict(verdict, t)}`, ...new Set(lines)]
}
