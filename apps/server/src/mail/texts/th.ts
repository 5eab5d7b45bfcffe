import type { MailTexts } from './en.ts';

export const th: MailTexts = {
  greeting: 'สวัสดี {name}',
  login: 'เข้าสู่ระบบได้ที่นี่:\n{link}',
  registrationSubject: 'บัญชีของคุณที่ {brand}',
  registrationBody: 'สร้างบัญชีของคุณที่ {brand} เรียบร้อยแล้ว',
  registrationNames: 'ชื่อผู้ใช้: {username}\nที่อยู่ SIP: {sip}',
  registrationPassword: 'รหัสผ่าน: {password}\nโปรดเปลี่ยนรหัสผ่านหลังจากเข้าสู่ระบบครั้งแรก',
  registrationApproval: 'ผู้ดูแลระบบต้องอนุมัติบัญชีก่อนที่คุณจะเข้าสู่ระบบได้ คุณจะได้รับข้อความเมื่อบัญชีได้รับการอนุมัติ',
  registrationVerify: 'เปิดลิงก์นี้ภายใน 7 วันเพื่อยืนยันที่อยู่อีเมลของคุณ:\n{link}',
  resetSubject: 'รหัสผ่านใหม่สำหรับ {brand}',
  resetBody: 'มีการขอรหัสผ่านใหม่สำหรับบัญชี {username} ของคุณ เปิดลิงก์นี้ภายใน 24 ชั่วโมงเพื่อตั้งรหัสผ่านใหม่:\n{link}',
  resetIgnore: 'หากคุณไม่ได้เป็นผู้ขอ ไม่ต้องดำเนินการใด ๆ รหัสผ่านของคุณจะไม่เปลี่ยนแปลง',
  approvalSubject: 'บัญชีของคุณที่ {brand} ได้รับการอนุมัติแล้ว',
  approvalBody: 'บัญชี {username} ของคุณได้รับการอนุมัติแล้ว',
  changedSubject: 'รหัสผ่านของคุณที่ {brand} ถูกเปลี่ยนแล้ว',
  changedBody: 'รหัสผ่านของบัญชี {username} ถูกเปลี่ยนแล้ว',
  changedWarning: 'หากคุณไม่ได้เป็นผู้เปลี่ยน โปรดตั้งรหัสผ่านใหม่ทันที:\n{link}',
};
