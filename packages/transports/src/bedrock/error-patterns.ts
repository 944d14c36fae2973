import type { FailurePatterns } from '../shared/errors/failure.js'
import { repairablePatterns } from '../shared/errors/repairable-patterns.js'

/** Maps Bedrock exceptions to error kinds. The text starts with the exception type, followed by the model's message. */
export const bedrockErrorPatterns: FailurePatterns = [
  ...repairablePatterns,
  ['images-refused', /doesn.t support the image (content )?(block|field)/i],
  ['billing', /INVALID_PAYMENT_INSTRUMENT|payment instrument|billing/i],
  // Precedes `context-overflow`, because throttling messages also mention "too many tokens".
  ['rate-limit', /throttlingException|tooManyRequests|too many requests|serviceQuotaExceeded|limitExceededException/i],
  [
    'context-overflow',
    new RegExp(
      [
        '(input|prompt|request) is too (long|large)|too many (input|total) tokens',
        'input length and .?max_tokens.? exceed|input tokens? exceed|number of (input )?tokens.{0,60}exceed',
        'exceeds? the (model.?s )?(maximum )?(context|input)|maximum (context|input|prompt)( token)?s? (length|limit)',
        'context (length|window|limit)|maximum number of (input )?tokens',
      ].join('|'),
      'i',
    ),
  ],
  ['content-filter', /content[ -]filter|content polic|blocked by .{0,40}polic|was filtered/i],
  [
    'model-not-found',
    /model identifier is invalid|on-demand throughput|access to the model|end of its life|resourceNotFound|model.{0,120}(does not exist|not found|not supported in)/i,
  ],
  [
    'auth',
    /unrecognizedClient|invalidSignature|signatureDoesNotMatch|incompleteSignature|expiredToken|invalidClientTokenId|missingAuthenticationToken|accessDenied|notAuthorized/i,
  ],
  ['timeout', /modelTimeout|requestTimeout/i],
  ['overloaded', /modelNotReady|modelError|modelStreamError|internalServer|internalFailure|serviceUnavailable/i],
  ['no-route', /unknownOperation/i],
  ['invalid-request', /validationException|serializationException|conflictException/i],
]
