import { lazily } from '@hermes/safety'
import * as z from 'zod'
import { apiKeysSchema } from './api-keys-schema.js'
import { modelRoutesSchema } from './model-routes-schema.js'

const messageTimestamps = lazily(() =>
  z.strictObject({
    enabled: z
      .boolean()
      .default(false)
      .describe('Let the model read when each message of a chat was written, in the time zone cron.timezone.'),
  }),
)

const apiFiles = lazily(() =>
  z
    .strictObject({
      max_file_mb: z
        .int()
        .min(1)
        .max(256)
        .default(32)
        .describe('The largest file in MiB. Larger ones are refused with status 413.'),
      max_total_mb: z
        .int()
        .min(1)
        .default(1024)
        .describe('How much all files of one key may have, in MiB. What comes on top is refused with status 413.'),
      keep_days: z
        .int()
        .min(0)
        .default(30)
        .describe('Files are deleted when no request has named them for so many days; 0: never.'),
    })
    .prefault({}),
)

/** The section `gateway`. */
export const gatewaySchema = lazily(() =>
  z
    .strictObject({
      api_server: z
        .strictObject({
          host: z.string().min(1).default('127.0.0.1').describe('The address that the API server listens on.'),
          port: z
            .int()
            .min(0)
            .max(65535)
            .default(8642)
            .describe('The port that the API server listens on; 0 for any free one.'),
          key: z.string().optional().meta({
            description: 'The bearer key that callers must send. Better kept in .env as API_SERVER_KEY.',
            format: 'password',
          }),
          keys: apiKeysSchema(),
          cors_origins: z
            .array(z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin))
            .default([])
            .describe('Web pages that may call the API, such as https://chat.example.com. Default: none.'),
          model_name: z.string().min(1).default('hermes').describe('The name that /v1/models announces.'),
          model_routes: modelRoutesSchema(),
          direct_model_requests: z
            .boolean()
            .default(false)
            .describe(
              'Let requests choose any model of the providers here. Off: only names in model_routes, and with the key of the server also a model with its provider.',
            ),
          max_concurrent_runs: z
            .int()
            .min(1)
            .max(1000)
            .default(50)
            .describe('The most turns of the API that run or wait at the same time. More get status 429.'),
          max_request_mb: z
            .int()
            .min(1)
            .max(256)
            .default(16)
            .describe('The largest request body in MiB. Larger ones are refused with status 413.'),
          files: apiFiles().describe('Files that clients of the API upload.'),
        })
        .prefault({}),
      message_timestamps: z
        .union([z.boolean().transform((enabled) => ({ enabled })), messageTimestamps()])
        .prefault({})
        .describe('The setting `enabled`, or its value.'),
      systemd_watchdog_seconds: z
        .number()
        .min(0)
        .default(90)
        .describe(
          'How long the main thread of a service of systemd may be stuck before it is started again; 0: for ever. Read when the service is installed.',
        ),
      multiplex_profiles: z
        .boolean()
        .default(false)
        .describe('Also serve all other profiles in this process, below /p/<profile>, each with its own keys.'),
    })
    .prefault({}),
)
