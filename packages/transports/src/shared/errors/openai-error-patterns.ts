import type { FailurePatterns } from './failure.js'
import { repairablePatterns } from './repairable-patterns.js'

/** Patterns for the error texts and codes of providers that implement one of OpenAI's APIs. */
export const openAIErrorPatterns: FailurePatterns = [
  ...repairablePatterns,
  [
    'context-overflow',
    new RegExp(
      [
        'context_length_exceeded|exceed_context_size',
        'maximum (context|prompt) length|max_model_len|maximum input length',
        'exceeds? the (available |maximum )?(model.?s )?(context|maximum number of tokens)',
        'context (size|length|window) (has been )?exceed|context window exceeds|exceeds? (the )?(model.?s )?(max(imum)? )?context',
        "model's context length is only|greater than the context length|when context.{0,9}overflow",
        'prompt is too long|prompt exceeds max length|input is too long|exceeded model token limit',
        'too large for model with|range of input length|reduce the length of|request too large for model',
        'max_prompt_tokens_exceeded|prompt token count of|input token count|max_new_tokens.{0,3} must be <=',
        'exceeded max context length|input length exceeds|while limit is \\d',
      ].join('|'),
      'i',
    ),
  ],
  [
    'content-filter',
    /content_filter|content_policy|ResponsibleAIPolicy|data_inspection_failed|content management policy|was flagged|moderation|1301\b.*(sensitive|unsafe)/i,
  ],
  [
    'billing',
    /insufficient_(user_)?quota|insufficient[ _](balance|credits?|funds)|exceeded_current_quota|more credits|billing_(hard_limit|not_active)|payment required|arrears|used all available credits|spending limit|credit limit exceeded|monthly included credits|out of credits/i,
  ],
  [
    'auth',
    /invalid_api_key|invalid api key|incorrect api key|api key not valid|API_KEY_INVALID|no auth credentials|authentication_error|account_deactivated|organization has been disabled/i,
  ],
  [
    'model-not-found',
    /model_not_found|model.{0,120}(not found|does not exist|not exist|is not available|not supported|is not a valid|unknown)|not a valid model|(unknown|invalid|no such|unsupported) model|no endpoints found|no allowed providers/i,
  ],
  ['overloaded', /overloaded|engine_overloaded|at capacity|no capacity|model is (currently )?loading|server is busy/i],
  ['rate-limit', /rate_limit|rate limit|too many requests|RESOURCE_EXHAUSTED|tokens per min/i],
]
