import { maskUrl } from '@hermes/safety'
import type { ErrorContext } from './error-context.js'
import type { Failure } from './failure.js'

/** Terms that the error messages of one API use. */
export interface WireTerms {
  /** Name of the API, such as `chat completions API`. */
  readonly api: string
  /** Name of an answer, such as `chat completion`. */
  readonly answer: string
  /** What a base URL must point to, such as `an OpenAI-compatible API`. */
  readonly server: string
  /** Hint about base URLs, such as `most end in /v1`. */
  readonly baseUrlHint: string
}

/** Formats the error message: what happened, the provider's message (`said`, in parentheses or empty), and what to do. */
export function failureSentence(failure: Failure, said: string, context: ErrorContext, terms: WireTerms): string {
  const { provider, baseUrl, model } = context
  switch (failure) {
    case 'auth':
      return authSentence(said, context)
    case 'billing':
      return `The account at ${provider} has no credit for this call${said}: add credit there, or use another provider.`
    case 'rate-limit':
      return `${provider} takes no more requests for now${said}: wait a little, or use another model.`
    case 'overloaded':
      return `${provider} could not serve the request${said}: try again in a moment.`
    case 'timeout':
      return `${provider} took too long${said}: try again.`
    case 'context-overflow':
      return `The conversation is longer than ${model} can read${said}: compress it or start a new session.`
    case 'content-filter':
      return `${provider} refused the content of the conversation${said}: reword the request.`
    case 'model-not-found':
      return `${provider} does not serve the model "${model}"${said}: choose another model.`
    case 'no-route':
      return `There is no ${terms.api} at ${maskUrl(baseUrl)}${said}: check the base URL (${terms.baseUrlHint}) and the model "${model}".`
    case 'stale-reasoning':
      return `${provider} cannot read its earlier reasoning any more${said}: start a new session, or switch to another model.`
    case 'payload-too-large':
      return `The conversation is larger than ${provider} accepts in one request${said}: compress it or start a new session.`
    case 'long-context-tier':
      return `The account at ${provider} does not include a conversation of this length${said}: compress it, or change the plan there.`
    case 'images-refused':
      return `${model} does not accept pictures${said}: continue without them, or choose a model that accepts them.`
    case 'result-images-refused':
      return `${provider} does not accept pictures in tool results${said}: send them in a message, or choose another model.`
    case 'image-too-large':
      return `A picture is larger than ${provider} accepts${said}: make it smaller, or start a new session.`
    case 'image-unreadable':
      return `${provider} cannot read a picture of the conversation${said}: send it as PNG or JPEG, or continue without it.`
    case 'file-unreadable':
      return `${provider} cannot read a file of the conversation${said}: send it in another form, or continue without it.`
    case 'schema-pattern':
      return `${provider} cannot enforce the schema of a tool${said}: simplify its patterns and limits.`
    case 'provider-policy':
      return `No provider that serves "${model}" fits the privacy settings of the account at ${provider}${said}: change them there, or choose another model.`
    case 'no-summaries':
      return `${provider} shows reasoning to verified organizations only${said}: verify yours there, or leave the reasoning effort unset.`
    case 'invalid-request':
      return `${provider} does not accept the request${said}: check that ${model} supports what was asked, such as tools or pictures.`
    default:
      return `${provider} sent an answer that is no ${terms.answer}${said}: check that the base URL ${maskUrl(baseUrl)} is ${terms.server}.`
  }
}

function authSentence(said: string, context: ErrorContext): string {
  const { provider, apiKey, credentials } = context
  if (credentials)
    return `${provider} refused the ${credentials}${said}: check that they are valid and may use the model.`
  if (apiKey) return `${provider} refused the API key${said}: check ${keyAdvice(context)}.${siblingAdvice(context)}`
  return `${provider} asks for an API key and none is set${said}: set ${keyAdvice(context)}.`
}

function keyAdvice({ keyVariable }: ErrorContext): string {
  return keyVariable ?? 'the API key'
}

function siblingAdvice({ siblings = [] }: ErrorContext): string {
  if (siblings.length === 0) return ''
  return ` If the key is of another region or plan, set model.provider to ${siblings.map((id) => `"${id}"`).join(' or ')}.`
}
