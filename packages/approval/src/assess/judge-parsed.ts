import type { Assessment, AssessmentFinding, ContentOrigin } from '@hermes/core'
import { originKey } from '@hermes/core/origins'
import { changesOf, effectsOf } from '../provenance/command-effects.js'
import type { ConnectingFiles } from '../provenance/connecting-files.js'
import { opensConnections } from '../provenance/network-code.js'
import { hardlineRules } from '../rules/hardline.js'
import { dangerRules } from '../rules/index.js'
import { needsAgentHome, outOfReach } from '../rules/needs-agent-home.js'
import { createSubject, type Rule, type Subject } from '../rules/rule.js'
import { consentOf, exactScope, scopeOf } from '../rules/session-consent.js'
import { reasonsWithoutSandbox, type Unsandboxed } from '../rules/unsandboxed.js'
import type { ParsedCommand } from '../shell/parse-command.js'
import { isCodeInterpreter } from '../unwrap/interpreters.js'
import { isShell } from '../unwrap/shells.js'
import { familyOf } from '../unwrap/unwrap.js'
import { isKnown } from '../words/data.js'
import { type Invocation, irreparable } from '../words/invocation.js'
import { commandForms, writtenForm } from './command-forms.js'
import { effectsOfProblems, problemReasons } from './problem-reasons.js'

export interface ParsedText {
  readonly parsed: ParsedCommand
  readonly home: string
  /** The folder that the conversation works in. */
  readonly workspace: string
  /** The whole text. */
  readonly text: string
  /** Reasons that the text itself shows, whatever it runs. */
  readonly shown: readonly string[]
  /** The rules for commands that run unsandboxed, which ask about more. */
  readonly unsandboxed?: Unsandboxed | undefined
  /** What is known about files. Default: nothing. */
  readonly connecting?: ConnectingFiles | undefined
  /** Whether commands cannot reach the agent's home. Default: false. */
  readonly hidesAgent?: boolean | undefined
}

/** Creates a function that applies the rules to everything that a text may start. */
export function createParsedJudge(): (text: ParsedText) => Assessment {
  const danger = indexRules(dangerRules)
  const hardline = indexRules(hardlineRules)
  return ({
    parsed: { invocations, problems, inline, paths },
    home,
    shown,
    unsandboxed,
    connecting,
    hidesAgent,
    workspace,
    text,
  }) => {
    const refused: AssessmentFinding[] = []
    const asked: AssessmentFinding[] = shown.map((reason) => ({ reason }))
    const scopes = [...shown, ...[...problems].map((problem) => problemReasons[problem])].map((reason) =>
      exactScope(reason, text),
    )
    for (const problem of problems) {
      const list = irreparable.has(problem) ? refused : asked
      list.push({ reason: problemReasons[problem] })
    }
    const outward = effectsOfProblems(problems)
    const origins: ContentOrigin[] = []
    const written: string[] = []
    for (const invocation of invocations) {
      const subject = createSubject(invocation, paths, home)
      const found = (reason: string): AssessmentFinding => {
        scopes.push(scopeOf(reason, subject, { workspace, text }))
        return { reason, ...toKnownText(invocation) }
      }
      const beyondRepair = invocation.elsewhere ? asked : refused
      beyondRepair.push(...hardline(subject).map(found))
      if (invocation.possible) {
        // A question needs more certainty than a refusal of what cannot be undone.
        outward.push(...changesOf(subject, { inline: false, workspace }))
        continue
      }
      if (hidesAgent && needsAgentHome(subject, text)) refused.push(found(outOfReach))
      const dangers = danger(subject)
      asked.push(...dangers.map(found))
      const runs = { interpreter: runsFiles(invocation.name), inline: inline.has(invocation) }
      const effects = effectsOf(subject, { ...runs, reasons: dangers, workspace, connecting })
      outward.push(...effects.outward)
      written.push(...subject.written)
      origins.push(...effects.origins)
      if (unsandboxed) asked.push(...reasonsWithoutSandbox(subject, runs, unsandboxed).map(found))
    }
    if (connecting && written.length > 0 && opensConnections(text)) for (const path of written) connecting.note(path)
    const findings = refused.length > 0 ? refused : asked
    const reasons = [...new Set(findings.map(({ reason }) => reason))]
    const verdict = refused.length > 0 ? 'refuse' : asked.length > 0 ? 'ask' : 'run'
    const commands = invocations.flatMap(commandForms)
    const consent = verdict === 'ask' && { consent: consentOf(scopes) }
    const effects = { outward: distinct(outward, ({ does }) => does), origins: distinct(origins, originKey) }
    return { verdict, reasons, commands, findings, ...effects, ...consent }
  }
}

function distinct<Value>(values: readonly Value[], keyOf: (value: Value) => string): readonly Value[] {
  return [...new Map(values.map((value) => [keyOf(value), value])).values()]
}

/** Whether a program runs a file that it is given. */
function runsFiles(name: string): boolean {
  const family = familyOf(name)
  return isCodeInterpreter(family) || isShell(family)
}

function toKnownText(invocation: Invocation): Pick<AssessmentFinding, 'command'> {
  const { argv, redirects, environment } = invocation
  const isWhole = argv.length > 0 && argv.every(isKnown) && redirects.length === 0 && environment.size === 0
  return isWhole ? { command: writtenForm(invocation) } : {}
}

function indexRules(rules: readonly Rule[]): (subject: Subject) => readonly string[] {
  const general = rules.filter((rule) => rule.programs === undefined)
  const byProgram = new Map<string, Rule[]>()
  for (const rule of rules) {
    for (const program of rule.programs ?? []) byProgram.set(program, [...(byProgram.get(program) ?? []), rule])
  }
  return (subject) =>
    [...general, ...(byProgram.get(subject.invocation.name) ?? [])]
      .filter((rule) => rule.test(subject))
      .map((rule) => rule.reason)
}
