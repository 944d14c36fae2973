/** The names by which people know chat networks: those that ship with Hermes, and others that packages may add. */
export const networkNames: readonly string[] =
  'telegram matrix email discord imessage mattermost signal slack sms whatsapp'.split(' ')
