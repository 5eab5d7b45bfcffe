import type { MailTexts } from './en.ts';

export const ar: MailTexts = {
  greeting: 'مرحبًا {name}،',
  login: 'يمكنك تسجيل الدخول من هنا:\n{link}',
  registrationSubject: 'حسابك في {brand}',
  registrationBody: 'تم إنشاء حسابك في {brand}.',
  registrationNames: 'اسم المستخدم: {username}\nعنوان SIP: {sip}',
  registrationAddress: 'عنوان SIP: {sip}\nاسم المستخدم هو الجزء الذي يسبق علامة @.',
  registrationPassword: 'كلمة المرور: {password}\nيُرجى تغييرها بعد تسجيل الدخول لأول مرة.',
  registrationApproval:
    'يجب أن يوافق أحد المسؤولين على الحساب قبل أن تتمكن من تسجيل الدخول. ستصلك رسالة عند ذلك.',
  registrationVerify: 'افتح هذا الرابط خلال 7 أيام لتأكيد عنوان بريدك الإلكتروني:\n{link}',
  resetSubject: 'كلمة مرور جديدة لـ {brand}',
  resetBody:
    'طُلبت كلمة مرور جديدة لحسابك {username}. افتح هذا الرابط خلال 24 ساعة لاختيار كلمة مرور:\n{link}',
  resetIgnore: 'إذا لم تطلب ذلك فلا داعي لفعل أي شيء. ستبقى كلمة مرورك كما هي.',
  approvalSubject: 'تمت الموافقة على حسابك في {brand}',
  approvalBody: 'تمت الموافقة على حسابك {username}.',
  changedSubject: 'تم تغيير كلمة مرورك في {brand}',
  changedBody: 'تم تغيير كلمة مرور حسابك {username}.',
  changedWarning: 'إذا لم تكن أنت من فعل ذلك فاختر كلمة مرور جديدة فورًا:\n{link}',
  emailSubject: 'أكّد عنوان بريدك الإلكتروني في {brand}',
  emailBody:
    'أُدخل هذا العنوان كعنوان بريد إلكتروني جديد لحساب في {brand}. افتح هذا الرابط خلال 24 ساعة لتأكيده:\n{link}',
  emailIgnore: 'إذا لم تكن أنت من فعل ذلك فلا داعي لفعل أي شيء. لن يُستخدم العنوان.',
  emailNoticeSubject: 'عنوان بريد إلكتروني جديد لحسابك في {brand}',
  emailNoticeBody:
    'أُدخل عنوان بريد إلكتروني جديد لحسابك {username}. سيُستخدم عند فتح الرابط المرسل إليه. وحتى ذلك الحين يبقى هذا العنوان مستخدمًا.',
};
