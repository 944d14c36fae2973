import { definePlatform } from '@hermes/core/extension'
import { createEmail } from './create-email.js'
import { emailOptions } from './email-options.js'

export { createEmail } from './create-email.js'
export { type EmailOptions, emailOptions } from './email-options.js'

export default definePlatform({
  id: 'email',
  options: emailOptions,
  create: async (options, services) => createEmail(options, services),
})
