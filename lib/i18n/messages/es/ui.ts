import type { uiEn } from '../en/ui.ts';
import type { Texts } from '../shape.ts';

/** The Spanish texts of what every page shares: the frame, the front page, the pages of errors. */
export const uiEs: Texts<typeof uiEn> = {
  ui: {
    testBanner: 'Esta es una página de prueba. No se te cobrará nada.',
    language: 'Idioma',
    skipToContent: 'Ir al contenido principal',
    copy: 'Copiar',
    copied: 'Copiado',
    copySelected: 'La dirección está seleccionada: cópiala.',
    tryAgain: 'Intentar de nuevo',
    brand: 'Donaciones',
    pages: 'Más páginas',
    home: 'Inicio',
    documentation: 'Documentación',
    signIn: 'Iniciar sesión',
  },
  trust: {
    title: 'Sobre tu donación',
    service: 'este servicio de donaciones',
    before: {
      goesTo: 'Tu donación va a esta causa.',
      goesThrough: 'Tu donación va a esta causa por medio de {receiver}.',
      commission: 'El {percent} es para {service}; no pagas nada aparte.',
      commissionAndCosts:
        'El {percent} es para {service} y la empresa de pagos descuenta su comisión. No pagas nada aparte.',
      costs: 'La empresa de pagos descuenta su comisión. No pagas nada aparte.',
      nothing: 'Todo llega a la causa. No pagas nada aparte.',
    },
    after: {
      goesTo: 'Tu donación fue para esta causa.',
      goesThrough: 'Tu donación fue para esta causa por medio de {receiver}.',
      commission: 'El {percent} fue para {service}; no pagaste nada aparte.',
      commissionAndCosts:
        'El {percent} fue para {service} y la empresa de pagos descontó su comisión. No pagaste nada aparte.',
      costs: 'La empresa de pagos descontó su comisión. No pagaste nada aparte.',
      nothing: 'Todo llegó a la causa. No pagaste nada aparte.',
    },
    terms: 'Términos',
    privacy: 'Privacidad',
    contact: '¿Preguntas? {email}',
  },
  home: {
    title: 'Donar, así de sencillo',
    body: 'Recibimos donaciones para causas de América Latina y de otras partes del mundo, con tarjeta, transferencia bancaria o billetera digital.',
    donorTitle: 'Quieres donar',
    donorBody: 'Abre el enlace que te enviaron. Te lleva directo a la causa. No se cobra nada hasta que confirmes.',
    creatorTitle: 'Recaudas fondos para una causa',
    creatorBody: 'Inicia sesión para ver tus donaciones, compartir novedades con tus donantes y retirar el dinero.',
    partnerTitle: 'Usas nuestra API',
    partnerBody: 'Crea causas y enlaces de donación desde tu propio sitio. Nuestro equipo te da tus claves de la API.',
    documentation: 'Leer la documentación',
    receiptTitle: 'Tienes un comprobante',
    receiptBody: 'Comprueba que es auténtico y si se ha devuelto algo de la donación desde entonces.',
    staffTitle: 'Eres parte de nuestro equipo',
    staffBody: 'Inicia sesión con tu correo de trabajo para ver qué tienes pendiente.',
  },
  pageErrors: {
    unexpectedTitle: 'Ocurrió un error de nuestro lado',
    unexpectedBody: 'No pudimos mostrar esta página. Inténtalo de nuevo en un momento.',
    busyTitle: 'Un momento, por favor',
    busyBody: 'Estamos recibiendo muchas visitas. Esta página se abrirá sola en unos segundos.',
    notFoundTitle: 'Esta página no existe',
    notFoundBody: 'Revisa que la dirección esté completa. Si seguiste un enlace, pídele uno nuevo a quien te lo envió.',
    notFoundHome: 'Ir a la página de inicio',
  },
};
