import type { Translate } from '@hermes/safety/language'
import type { SkillAction, SkillOrigin, SkillTrust, SkillVerdict } from '@hermes/skills'

/** Describes the verdict of a scan. */
export function sayVerdict(verdict: SkillVerdict, t: Translate): string {
  return { safe: t`safe`, caution: t`caution`, dangerous: t`dangerous` }[verdict]
}

/** Describes how far the source of a skill is trusted. */
export function sayTrust(trust: SkillTrust, t: Translate): string {
  return { builtin: t`builtin`, trusted: t`trusted`, local: t`local`, agent: t`agent`, community: t`community` }[trust]
}

/** Describes where a skill is stored. */
export function sayOrigin(origin: SkillOrigin, t: Translate): string {
  return { project: t`project`, home: t`home`, bundled: t`bundled`, external: t`external`, plugin: t`plugin` }[origin]
}

/** Describes what was done to a skill. */
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
