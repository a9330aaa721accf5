import { Controller, Get, Param } from '@nestjs/common';
import { AppService } from './app.service';

@Controller()
export class AppController {
  constructor(private readonly appService: AppService) {}

  @Get('numbers/:phone')
  statusOf(@Param('phone') phone: string): Promise<string> {
    return this.appService.statusOf(phone);
  }
}
