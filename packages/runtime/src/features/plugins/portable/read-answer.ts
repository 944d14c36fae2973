import type { JsonObject } from '@hermes/core'
import { isRecord, parseJson } from '@hermes/core/wiring'
import { type HookOutput, maxHookChars } from '../../shell-hooks/run-command.js'

/** The decision of a command. */
export interface PortableAnswer {
  /** Why the call is blocked. */
  readonly block?: string
  /** A text to add to the message of the person. */
  readonly context?: string
  /** The input that replaces that of the call. */
  readonly input?: JsonObject
  /** Why the command does not work. */
  readonly failure?: string
}

const usualReason = 'a hook of a plugin refused it'

/** Parses the output of a command by the rules of the format: exit code 2 blocks, and any other failure changes nothing. */
export function readAnswer({ code, stdout, stderr }: HookOutput): PortableAnswer {
  if (code === 2) return { block: stderr || usualReason }
  if (code !== 0) return { failure: `ended with code ${code}: ${stderr.slice(0, 500)}` }
  const text = stdout.trim()
  const found = text.startsWith('{') ? objectIn(text) : undefined
  return found ? readObject(found) : withContext(text)
}

function objectIn(text: string): JsonObject | undefined {
  try {
    const value = parseJson(text)
    return isRecord(value) ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function readObject(found: JsonObject): PortableAnswer {
  const own = isRecord(found.hookSpecificOutput) ? found.hookSpecificOutput : {}
  const reasons = [own.permissionDecisionReason, found.reason, found.stopReason]
  const reason = reasons.find((each) => typeof each === 'string') ?? usualReason
  const isBlocked =
    own.permissionDecision === 'deny' ||
    found.decision === 'block' ||
    found.decision === 'deny' ||
    found.continue === false
  if (isBlocked) return { block: String(reason).slice(0, maxHookChars) }
  const context = own.additionalContext ?? found.additionalContext ?? found.additional_context
  const { updatedInput } = own
  return {
    ...(typeof context === 'string' && withContext(context)),
    ...(isRecord(updatedInput) && { input: updatedInput }),
  }
}

function withContext(text: string): PortableAnswer {
  return text === '' ? {} : { context: text.slice(0, maxHookChars) }
}
