/** Chat networks as people know them: those that come with Hermes, and others for which there can be packages. */
export const networkNames: readonly string[] =
  'telegram matrix email discord imessage mattermost signal slack sms whatsapp'.split(' ')
