import type { Translate } from '@hermes/safety/language'
import type { SkillAction, SkillOrigin, SkillTrust, SkillVerdict } from '@hermes/skills'

/** What a scan found. */
export function sayVerdict(verdict: SkillVerdict, t: Translate): string {
  return { safe: t`safe`, caution: t`caution`, dangerous: t`dangerous` }[verdict]
}

/** How far the source of a skill is trusted. */
export function sayTrust(trust: SkillTrust, t: Translate): string {
  return { builtin: t`builtin`, trusted: t`trusted`, local: t`local`, agent: t`agent`, community: t`community` }[trust]
}

/** Where a skill lies. */
export function sayOrigin(origin: SkillOrigin, t: Translate): string {
  return { project: t`project`, home: t`home`, bundled: t`bundled`, external: t`external`, plugin: t`plugin` }[origin]
}

/** What was done to a skill. */
export function sayAction(action: SkillAction, t: Translate): string {
  return {
    create: t`create`,
    edit: t`edit`,
    delete: t`delete`,
    install: t`install`,
    update: t`update`,
    uninstall: t`uninstall`,
    archive: t`archive`,
    restore: t`restore`,
    reset: t`reset`,
    undo: t`undo`,
  }[action]
}
