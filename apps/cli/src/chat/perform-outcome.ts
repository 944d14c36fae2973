import type { ConversationTarget } from '@hermes/conversations'
import type { ChoiceOutcome, CommandOutcome, FormField, FormOutcome } from '@hermes/conversations/commands'
import { renderOutcome } from '../render/outcomes/outcome.js'
import type { OutcomeView } from '../render/outcomes/outcome-view.js'
import { oneLine } from '../render/text/safe-text.js'

/** What the loop that reads lines does after a command. */
export type AfterCommand = 'stay' | 'leave'

/** Shows outcomes and asks follow-up questions. */
export interface OutcomeStage {
  readonly view: OutcomeView
  /** Prints whole lines. */
  print(text: string): void
  /** Asks for one line; `undefined` when the user declines. */
  ask(question: string, options?: { readonly isSecret?: boolean }): Promise<string | undefined>
  /** Runs a line as if it had been typed. */
  run(line: string): Promise<AfterCommand>
  /** Switches to another conversation and shows its state. */
  open(target: ConversationTarget, text: string): Promise<void>
}

/** Shows the outcome of a command, and asks the user for the input that it needs. */
export async function performOutcome(outcome: CommandOutcome, stage: OutcomeStage): Promise<AfterCommand> {
  const { view, print } = stage
  const shown = renderOutcome(outcome, view)
  if (outcome.type === 'open') {
    await stage.open(outcome.target, shown)
    return 'stay'
  }
  print(shown)
  switch (outcome.type) {
    case 'choice':
      return choose(outcome, stage)
    case 'confirm':
      return confirm(outcome, stage)
    case 'form':
      return fill(outcome, stage)
    case 'leave':
      return 'leave'
    default:
      return 'stay'
  }
}

async function choose({ options }: ChoiceOutcome, stage: OutcomeStage): Promise<AfterCommand> {
  if (options.length === 0) return 'stay'
  const said = (await stage.ask(stage.view.style.t`A number, or Enter for none `))?.trim() ?? ''
  if (said === '') return 'stay'
  const chosen = options[Number(said) - 1] ?? options.find(({ label }) => label.toLowerCase() === said.toLowerCase())
  if (chosen) return stage.run(chosen.command)
  stage.print(`${stage.view.style.warning(stage.view.style.t`"${oneLine(said)}" is none of them.`)}\n`)
  return 'stay'
}

type ConfirmOutcome = Extract<CommandOutcome, { readonly type: 'confirm' }>

async function confirm({ confirm: once, always }: ConfirmOutcome, stage: OutcomeStage): Promise<AfterCommand> {
  const { t } = stage.view.style
  const forGood = always === undefined ? '' : t`  [a]lways`
  const said = (await stage.ask(t`[y]es${forGood}  [n]o `))?.trim() ?? ''
  if (/^(?:y|yes|once)$/i.test(said)) return stage.run(once)
  if (/^(?:a|always)$/i.test(said) && always !== undefined) return stage.run(always)
  stage.print(`${stage.view.style.muted(stage.view.style.t`Not done.`)}\n`)
  return 'stay'
}

async function fill({ fields, command }: FormOutcome, stage: OutcomeStage): Promise<AfterCommand> {
  let line = command
  for (const field of fields) {
    const said = await stage.ask(`${labelOf(field)} `, { isSecret: field.isSecret === true })
    if (said === undefined) {
      stage.print(`${stage.view.style.muted(stage.view.style.t`Not done.`)}\n`)
      return 'stay'
    }
    const value = said.trim() === '' ? (field.value ?? '') : said.trim()
    line += ` ${field.name}=${/[\s"]/.test(value) ? JSON.stringify(value) : value}`
  }
  return stage.run(line)
}

function labelOf({ label, options = [], value }: FormField): string {
  const choices = options.length > 0 ? ` (${options.map(oneLine).join(', ')})` : ''
  return `${oneLine(label)}${choices}${value === undefined ? '' : ` [${oneLine(value)}]`}:`
}
