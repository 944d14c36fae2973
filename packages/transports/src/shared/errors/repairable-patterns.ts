import type { FailurePatterns } from './failure.js'

/** Patterns for errors about a part of the request, shared by all wires. They are tested before all others. */
export const repairablePatterns: FailurePatterns = [
  [
    'image-too-large',
    /image exceeds .{0,16}maximum|image dimensions? exceed|image_too_large|image (size|file)?.{0,20}(is too large|exceeds? the)/i,
  ],
  [
    'result-images-refused',
    /only text tool_result blocks|tool_result.{0,60}image.{0,30}not supported|tool (message|result)s?.{0,40}(only|must).{0,20}(text|string)/i,
  ],
  [
    'image-unreadable',
    new RegExp(
      [
        // A path in a request to Anthropic, whose messages describe such problems in many ways.
        '\\bimage\\.source\\b|could not process image|unable to download the file',
        'invalid.?image|invalid_base64|image_(parse|file|too_small)|empty_image|failed_to_download_image',
        'unsupported.?image|unsupported (media|mime) type.{0,4}image|not support (the |this )?image (format|type)',
        'not (represent )?a valid image|image (data )?is (not valid|invalid)|image cannot be empty',
        'unable to process (the )?(input|provided) image|cannot identify image|image format is illegal',
        'fail(ed|ure)? to (download|fetch|load|decode|parse|process) (the |an )?image|(error|timeout) while downloading',
        'image length and width do not meet',
      ].join('|'),
      'i',
    ),
  ],
  [
    'file-unreadable',
    /could not process (pdf|document)|\b(pdf|document)\.source\b|pdf (specified|pages)|file type you uploaded is not supported/i,
  ],
  [
    'images-refused',
    new RegExp(
      [
        'endpoints found that support image|image input is not (supported|enabled)|not support (the )?(image|vision)',
        'image_url is only supported by|unknown variant .?image_url|unsupported content part type.{0,40}image',
        'is not a multimodal model|no support for images|does not accept images|text-only (model|server)',
      ].join('|'),
      'i',
    ),
  ],
  ['schema-pattern', /failed to parse grammar|error parsing grammar|json schema conversion failed/i],
  [
    'stale-reasoning',
    /invalid .?signature.? in .?(redacted_)?thinking|thinking.? blocks in the latest assistant message cannot be modified|(corrupted|invalid) thought signature|thought signature is not valid/i,
  ],
  [
    'provider-policy',
    /matching your data policy|guardrail restrictions and data policy|all providers have been ignored/i,
  ],
  ['long-context-tier', /extra usage is required for long context|long context beta is not (yet )?available/i],
]
